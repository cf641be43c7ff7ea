extension SymbolNames {
    /// Texts, folders and charts.
    static let writing = """
        doc|Document|文件|文稿
        doc.text|Document|文件|文稿
        doc.plaintext|Text Document|文字文件|文本文稿
        doc.badge.plus|New Document|新增文件|新建文稿
        doc.text.magnifyingglass|Search Document|搜尋文件|搜索文稿
        note|Note|備忘錄|备忘录
        note.text|Note|備忘錄|备忘录
        folder|Folder|檔案夾|文件夹
        folder.badge.plus|New Folder|新增檔案夾|新建文件夹
        tray|Inbox|收件匣|收件箱
        tray.full|Full Inbox|收件匣（已滿）|收件箱（已满）
        tray.and.arrow.down|Move to Inbox|移至收件匣|移到收件箱
        tray.and.arrow.up|Outbox|寄件匣|发件箱
        tray.2|Inboxes|所有收件匣|所有收件箱
        archivebox|Archive|封存|归档
        clipboard|Clipboard|剪貼板|剪贴板
        book|Book|書籍|图书
        book.closed|Book|書籍|图书
        text.book.closed|Textbook|課本|课本
        books.vertical|Library|書庫|书库
        newspaper|News|新聞|新闻
        graduationcap|Education|教育|教育
        signature|Signature|簽名|签名
        scribble|Draw|繪圖|绘图
        highlighter|Highlight|螢光標示|高亮标记
        bold|Bold|粗體|粗体
        italic|Italic|斜體|斜体
        underline|Underline|底線|下划线
        strikethrough|Strikethrough|刪除線|删除线
        textformat|Text Format|文字格式|文本格式
        textformat.size|Text Size|文字大小|文字大小
        character|Character|字元|字符
        character.cursor.ibeam|Text Field|文字欄位|文本栏
        text.alignleft|Align Left|靠左對齊|左对齐
        text.aligncenter|Center|置中|居中
        text.alignright|Align Right|靠右對齊|右对齐
        text.justify|Justify|左右對齊|两端对齐
        paintbrush|Paintbrush|畫筆|画笔
        paintpalette|Color Palette|調色盤|调色板
        ruler|Ruler|尺標|标尺
        curlybraces|Code|程式碼|代码
        terminal|Terminal|終端機|终端
        chart.bar|Bar Chart|長條圖|柱状图
        chart.pie|Pie Chart|圓餅圖|饼图
        chart.line.uptrend.xyaxis|Rising Chart|上升圖表|上升图表
        chart.xyaxis.line|Line Chart|折線圖|折线图
        """
}
