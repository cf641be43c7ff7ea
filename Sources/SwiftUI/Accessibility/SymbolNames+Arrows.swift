extension SymbolNames {
    /// Directions, and what comes and goes.
    static let arrows = """
        chevron.left|Back|返回|返回
        chevron.backward|Back|返回|返回
        chevron.right|Forward|前進|前进
        chevron.forward|Forward|前進|前进
        chevron.up|Up|向上|向上
        chevron.down|Down|向下|向下
        chevron.up.chevron.down|Choose|選擇|选取
        chevron.left.forwardslash.chevron.right|Code|程式碼|代码
        arrow.left|Left|向左|向左
        arrow.backward|Back|返回|返回
        arrow.right|Right|向右|向右
        arrow.forward|Forward|前進|前进
        arrow.up|Up|向上|向上
        arrow.down|Down|向下|向下
        arrow.up.right|Up and Right|右上|右上
        arrow.down.right|Down and Right|右下|右下
        arrow.up.left|Up and Left|左上|左上
        arrow.down.left|Down and Left|左下|左下
        arrow.up.right.square|Open|打開|打开
        arrow.right.square|Exit|離開|退出
        arrow.left.and.right|Left and Right|左右|左右
        arrow.left.arrow.right|Swap|互換|交换
        arrow.up.and.down|Up and Down|上下|上下
        arrow.up.left.and.arrow.down.right|Enter Full Screen|進入全螢幕|进入全屏幕
        arrow.down.right.and.arrow.up.left|Exit Full Screen|離開全螢幕|退出全屏幕
        arrow.clockwise|Refresh|重新整理|刷新
        arrow.counterclockwise|Undo|還原|撤销
        arrow.clockwise.icloud|Sync with iCloud|與 iCloud 同步|与 iCloud 同步
        arrow.triangle.2.circlepath|Sync|同步|同步
        arrow.2.circlepath|Sync|同步|同步
        arrow.uturn.backward|Undo|還原|撤销
        arrow.uturn.left|Undo|還原|撤销
        arrow.uturn.forward|Redo|重做|重做
        arrow.uturn.right|Redo|重做|重做
        arrow.turn.down.right|Turn Down and Right|向下右轉|向下右转
        arrow.turn.up.left|Turn Up and Left|向上左轉|向上左转
        arrowshape.turn.up.left|Reply|回覆|回复
        arrowshape.turn.up.left.2|Reply All|全部回覆|全部回复
        arrowshape.turn.up.right|Forward|轉寄|转发
        arrow.down.to.line|Download|下載|下载
        arrow.up.to.line|Move to Top|移至最上方|移到顶部
        arrow.right.to.line|Move to End|移至結尾|移到末尾
        arrow.down.circle|Download|下載|下载
        arrow.up.circle|Upload|上傳|上传
        arrow.down.doc|Import|輸入|导入
        arrow.up.doc|Export|輸出|导出
        icloud.and.arrow.down|Download from iCloud|從 iCloud 下載|从 iCloud 下载
        icloud.and.arrow.up|Upload to iCloud|上傳至 iCloud|上传到 iCloud
        rectangle.portrait.and.arrow.right|Log Out|登出|退出登录
        rectangle.portrait.and.arrow.forward|Log Out|登出|退出登录
        """
}
