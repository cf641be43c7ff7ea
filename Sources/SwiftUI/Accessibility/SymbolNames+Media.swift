extension SymbolNames {
    /// Pictures, sound and games.
    static let media = """
        camera|Camera|相機|相机
        camera.viewfinder|Scan|掃描|扫描
        photo|Photo|照片|照片
        photo.on.rectangle|Photos|照片|照片
        play|Play|播放|播放
        pause|Pause|暫停|暂停
        playpause|Play or Pause|播放或暫停|播放或暂停
        stop|Stop|停止|停止
        record.circle|Record|錄製|录制
        backward|Rewind|倒轉|倒退
        backward.end|Previous|上一個|上一个
        forward|Fast Forward|快轉|快进
        forward.end|Next|下一個|下一个
        gobackward|Skip Back|向後跳|后退
        goforward|Skip Forward|向前跳|前进
        music.note|Music|音樂|音乐
        music.note.list|Playlist|播放列表|播放列表
        mic|Microphone|麥克風|麦克风
        mic.slash|Mute|靜音|静音
        speaker|Speaker|喇叭|扬声器
        speaker.slash|Muted|已靜音|已静音
        speaker.wave.1|Volume Low|音量小|低音量
        speaker.wave.2|Volume|音量|音量
        speaker.wave.3|Volume High|音量大|高音量
        headphones|Headphones|耳機|耳机
        film|Movie|影片|影片
        tv|TV|電視|电视
        waveform|Waveform|波形|波形
        waveform.path.ecg|Heart Rate|心率|心率
        antenna.radiowaves.left.and.right|Signal|訊號|信号
        gamecontroller|Game Controller|遊戲控制器|游戏手柄
        dice|Dice|骰子|骰子
        ticket|Ticket|票券|票券
        """
}
