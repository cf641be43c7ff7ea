extension SymbolNames {
    /// People, and how they speak with each other.
    static let people = """
        person|Person|聯絡人|联系人
        person.2|People|多位聯絡人|多人
        person.3|Group|群組|群组
        person.crop.circle|Profile|個人檔案|个人资料
        person.circle|Profile|個人檔案|个人资料
        person.badge.plus|Add Person|加入聯絡人|添加联系人
        person.crop.circle.badge.plus|Add Person|加入聯絡人|添加联系人
        figure.walk|Walking|步行|步行
        figure.run|Running|跑步|跑步
        figure.child|Child|孩童|儿童
        face.smiling|Smiling Face|笑臉|笑脸
        brain|Brain|大腦|大脑
        brain.head.profile|Mind|心智|思维
        envelope|Mail|郵件|邮件
        envelope.open|Read Mail|已讀郵件|已读邮件
        envelope.badge|New Mail|新郵件|新邮件
        phone|Phone|電話|电话
        phone.down|Hang Up|掛斷|挂断
        message|Message|訊息|信息
        bubble|Message|訊息|信息
        bubble.left|Message|訊息|信息
        bubble.right|Message|訊息|信息
        bubble.left.and.bubble.right|Conversation|對話|对话
        bubble.left.text|Comment|註解|评论
        text.bubble|Comment|註解|评论
        quote.bubble|Quote|引言|引用
        plus.bubble|New Message|新增訊息|新建信息
        video|Video|影片|视频
        video.slash|Video Off|影片已關閉|视频已关闭
        paperplane|Send|傳送|发送
        megaphone|Announcement|公告|公告
        hand.wave|Wave|揮手|挥手
        """
}
