extension SymbolNames {
    /// Time and weather, animals and plants.
    static let time = """
        calendar|Calendar|行事曆|日历
        calendar.badge.plus|Add Event|加入行程|添加日程
        calendar.badge.clock|Scheduled|已排程|已安排
        clock|Clock|時鐘|时钟
        clock.arrow.circlepath|History|過往記錄|历史记录
        alarm|Alarm|鬧鐘|闹钟
        deskclock|Clock|時鐘|时钟
        timer|Timer|計時器|计时器
        stopwatch|Stopwatch|碼錶|秒表
        hourglass|Waiting|等待中|正在等待
        zzz|Sleep|睡眠|睡眠
        moon|Moon|月亮|月亮
        moon.zzz|Sleep|睡眠|睡眠
        moon.stars|Night|夜晚|夜晚
        sun.max|Sun|太陽|太阳
        sun.min|Low Brightness|低亮度|低亮度
        sunrise|Sunrise|日出|日出
        sunset|Sunset|日落|日落
        cloud|Cloud|雲|云
        cloud.rain|Rain|雨天|下雨
        cloud.snow|Snow|下雪|下雪
        cloud.bolt|Thunderstorm|雷雨|雷暴
        cloud.sun|Partly Cloudy|晴時多雲|晴间多云
        snowflake|Snowflake|雪花|雪花
        wind|Wind|風|风
        drop|Water|水滴|水滴
        flame|Flame|火焰|火焰
        bolt|Lightning|閃電|闪电
        bolt.slash|Lightning Off|閃電已關閉|闪电已关闭
        sparkles|Sparkles|閃爍|闪光
        thermometer|Temperature|溫度|温度
        umbrella|Umbrella|雨傘|雨伞
        leaf|Leaf|葉子|叶子
        tree|Tree|樹木|树木
        pawprint|Animal|動物|动物
        ladybug|Ladybug|瓢蟲|瓢虫
        fish|Fish|魚|鱼
        globe|Globe|地球|地球
        globe.americas|Globe|地球|地球
        """
}
