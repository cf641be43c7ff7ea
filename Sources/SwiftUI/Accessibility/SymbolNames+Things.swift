extension SymbolNames {
    /// Devices, tools and shapes.
    static let things = """
        wifi|Wi-Fi|Wi-Fi|无线局域网
        wifi.slash|No Wi-Fi|沒有 Wi-Fi|没有无线局域网
        wifi.exclamationmark|Wi-Fi Error|Wi-Fi 錯誤|无线局域网错误
        icloud|iCloud|iCloud|iCloud
        icloud.slash|iCloud Off|iCloud 已關閉|iCloud 已关闭
        battery.100|Battery Full|電池已充飽|电池已充满
        iphone|iPhone|iPhone|iPhone
        ipad|iPad|iPad|iPad
        applewatch|Apple Watch|Apple Watch|Apple Watch
        laptopcomputer|Laptop|筆記型電腦|笔记本电脑
        desktopcomputer|Computer|電腦|电脑
        display|Display|顯示器|显示器
        keyboard|Keyboard|鍵盤|键盘
        printer|Print|列印|打印
        server.rack|Server|伺服器|服务器
        externaldrive|Drive|磁碟|磁盘
        memorychip|Memory|記憶體|内存
        cpu|Processor|處理器|处理器
        network|Network|網路|网络
        safari|Browser|瀏覽器|浏览器
        qrcode|QR Code|QR 碼|二维码
        qrcode.viewfinder|Scan QR Code|掃描 QR 碼|扫描二维码
        barcode|Barcode|條碼|条形码
        hammer|Hammer|鎚子|锤子
        wrench|Wrench|扳手|扳手
        wrench.and.screwdriver|Tools|工具|工具
        lightbulb|Light|燈泡|灯泡
        lightbulb.slash|Light Off|燈泡已關閉|灯泡已关闭
        wand.and.stars|Magic Wand|魔術棒|魔棒
        wand.and.rays|Magic Wand|魔術棒|魔棒
        cube|Cube|立方體|立方体
        shippingbox|Package|包裹|包裹
        briefcase|Briefcase|公事包|公文包
        suitcase|Suitcase|行李箱|行李箱
        puzzlepiece|Puzzle Piece|拼圖|拼图
        gauge|Gauge|儀表|仪表
        speedometer|Speedometer|速度表|速度表
        app|App|App|App
        app.badge|App Badge|App 標記|App 标记
        circle|Circle|圓形|圆形
        circle.dashed|Dashed Circle|虛線圓形|虚线圆形
        circle.dotted|Dotted Circle|點線圓形|点线圆形
        circle.lefthalf.filled|Half-Filled Circle|半滿圓形|半填充圆形
        square|Square|正方形|正方形
        square.dashed|Dashed Square|虛線正方形|虚线正方形
        rectangle|Rectangle|長方形|矩形
        rectangle.dashed|Dashed Rectangle|虛線長方形|虚线矩形
        capsule|Capsule|膠囊形|胶囊形
        triangle|Triangle|三角形|三角形
        diamond|Diamond|菱形|菱形
        hexagon|Hexagon|六邊形|六边形
        seal|Seal|印章|印章
        """
}
