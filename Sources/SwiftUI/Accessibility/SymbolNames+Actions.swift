extension SymbolNames {
    /// What people do, and marks of states.
    static let actions = """
        plus|Add|新增|添加
        minus|Remove|移除|移除
        plusminus|Plus or Minus|加減|加减
        multiply|Multiply|乘|乘
        divide|Divide|除|除
        equal|Equal|等於|等于
        number|Number|數字|数字
        percent|Percent|百分比|百分比
        asterisk|Asterisk|星號|星号
        at|At|小老鼠|at 符号
        infinity|Infinity|無限|无限
        function|Function|函數|函数
        xmark|Close|關閉|关闭
        xmark.circle|Close|關閉|关闭
        xmark.circle.fill|Clear|清除|清除
        checkmark|Done|完成|完成
        checkmark.circle|Selected|已選取|已选中
        checkmark.square|Selected|已選取|已选中
        checkmark.seal|Verified|已驗證|已验证
        checkmark.shield|Protected|受保護|受保护
        checkmark.icloud|Saved to iCloud|已儲存至 iCloud|已存储到 iCloud
        exclamationmark|Important|重要|重要
        exclamationmark.circle|Important|重要|重要
        exclamationmark.triangle|Warning|警告|警告
        exclamationmark.shield|Security Warning|安全性警告|安全警告
        exclamationmark.icloud|iCloud Error|iCloud 錯誤|iCloud 错误
        exclamationmark.bubble|Report|回報|报告
        questionmark|Help|輔助說明|帮助
        info|Info|資訊|信息
        ellipsis|More|更多|更多
        ellipsis.bubble|Typing|正在輸入|正在输入
        trash|Delete|刪除|删除
        trash.slash|Restore|還原|恢复
        pencil|Edit|編輯|编辑
        pencil.slash|Not Editable|無法編輯|不可编辑
        square.and.pencil|Compose|撰寫|编写
        square.and.arrow.up|Share|分享|共享
        square.and.arrow.up.on.square|Share All|全部分享|全部共享
        square.and.arrow.down|Save|儲存|存储
        square.on.square|Copy|拷貝|拷贝
        square.stack|Stack|堆疊|叠放
        rectangle.stack|Stack|堆疊|叠放
        doc.on.doc|Copy|拷貝|拷贝
        doc.on.clipboard|Paste|貼上|粘贴
        scissors|Cut|剪下|剪切
        paperclip|Attach|附加檔案|添加附件
        link|Link|連結|链接
        magnifyingglass|Search|搜尋|搜索
        gear|Settings|設定|设置
        gearshape|Settings|設定|设置
        gearshape.2|Settings|設定|设置
        slider.horizontal.3|Adjust|調整|调整
        line.3.horizontal|Menu|選單|菜单
        line.horizontal.3|Menu|選單|菜单
        line.3.horizontal.decrease|Filter|過濾|过滤
        line.horizontal.3.decrease|Filter|過濾|过滤
        arrow.up.arrow.down|Sort|排序|排序
        list.bullet|List|列表|列表
        list.dash|List|列表|列表
        list.number|Numbered List|編號列表|编号列表
        list.clipboard|Clipboard List|剪貼板列表|清单
        checklist|Checklist|檢查表|核对清单
        square.grid.2x2|Grid|格狀|网格
        square.grid.3x3|Grid|格狀|网格
        circle.grid.2x2|Grid|格狀|网格
        rectangle.grid.1x2|Rows|橫列|行
        rectangle.split.3x1|Columns|直欄|分栏
        sidebar.left|Sidebar|側邊欄|边栏
        sidebar.right|Inspector|檢閱器|检查器
        hand.raised|Privacy|隱私權|隐私
        hand.thumbsup|Like|喜歡|喜欢
        hand.thumbsdown|Dislike|不喜歡|不喜欢
        hand.tap|Tap|點一下|轻点
        hand.point.up|Point Up|向上指|向上指
        eye|Show|顯示|显示
        eye.slash|Hide|隱藏|隐藏
        eyeglasses|Reading|閱讀|阅读
        lock|Locked|已鎖定|已锁定
        lock.open|Unlocked|已解鎖|已解锁
        lock.slash|Unlocked|已解鎖|已解锁
        lock.shield|Security|安全性|安全性
        lock.rotation|Reset Password|重設密碼|重设密码
        key|Key|鑰匙|钥匙
        shield|Shield|盾牌|盾牌
        faceid|Face ID|Face ID|面容 ID
        touchid|Touch ID|Touch ID|触控 ID
        nosign|Not Allowed|不允許|不允许
        power|Power|電源|电源
        return|Return|換行|换行
        command|Command|Command|Command
        crop|Crop|裁切|裁剪
        translate|Translate|翻譯|翻译
        pin|Pin|釘選|置顶
        pin.slash|Unpin|取消釘選|取消置顶
        flag|Flag|旗標|旗标
        flag.slash|Remove Flag|移除旗標|移除旗标
        tag|Tag|標籤|标签
        bookmark|Bookmark|書籤|书签
        bookmark.slash|Remove Bookmark|移除書籤|移除书签
        star|Favorite|喜好項目|个人收藏
        star.slash|Remove from Favorites|從喜好項目中移除|从个人收藏中移除
        star.leadinghalf.filled|Half Star|半顆星|半颗星
        heart|Love|喜愛|喜爱
        heart.slash|Unlove|取消喜愛|取消喜爱
        bell|Notifications|通知|通知
        bell.badge|New Notifications|新通知|新通知
        bell.slash|Notifications Off|通知已關閉|通知已关闭
        bell.and.waves.left.and.right|Ringing|正在響鈴|正在响铃
        target|Target|目標|目标
        scope|Scope|準星|准星
        viewfinder|Viewfinder|觀景窗|取景框
        repeat|Repeat|重複播放|重复
        repeat.1|Repeat One|重複播放一首|单曲循环
        shuffle|Shuffle|隨機播放|随机播放
        """
}
