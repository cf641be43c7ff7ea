/// The patterns that AlarmClock brings along, as data.
///
/// Each line: number; scenario, category and symbol; time and days; then name and description in English, 繁體中文 and
/// 简体中文. A number is for ever: it makes the id by which the devices of a person know that a template is the same one.
enum TemplateData {
    static let lines = """
        1|work|routine|sunrise|06:30|weekdays|Early shift|Up in time for the early shift.|早班|趕上早班。|早班|赶上早班。
        2|work|routine|briefcase|07:30|weekdays|Working day|The usual morning before work.|上班日|一般上班日的早晨。|工作日|普通工作日的早晨。
        3|work|routine|moon|20:30|weekdays|Night shift|Get ready for the night shift.|夜班|準備上夜班。|夜班|准备上夜班。
        4|work|meeting|person.2|09:25|weekdays|Morning meeting|Five minutes before the team meets.|晨會|團隊開會前五分鐘。|晨会|团队开会前五分钟。
        5|work|meeting|calendar|16:50|fri|Weekly review|Look back at the week and plan the next one.|每週回顧|回顧這一週，計劃下一週。|每周回顾|回顾这一周，计划下一周。
        6|work|break|cup.and.saucer|10:30|weekdays|Coffee break|Stand up and fetch something to drink.|咖啡時間|站起來，喝點東西。|咖啡时间|站起来，喝点东西。
        7|work|break|fork.knife|12:00|weekdays|Lunch|Leave the desk for lunch.|午餐|離開座位去吃午餐。|午餐|离开座位去吃午饭。
        8|work|routine|house|18:00|weekdays|Time to go home|The work of today is done.|下班|今天的工作結束了。|下班|今天的工作结束了。
        9|study|class|bell|07:00|weekdays|School morning|Up, breakfast, and off to school.|上學|起床、早餐、出門上學。|上学|起床、早餐、出门上学。
        10|study|class|book|08:50|weekdays|First lesson|Ten minutes before the first lesson.|第一堂課|第一堂課前十分鐘。|第一节课|第一节课前十分钟。
        11|study|exam|pencil|06:00|daily|Exam week|An early hour of study before an exam.|考試週|考前的清晨複習。|考试周|考前的清晨复习。
        12|study|exam|clock|19:00|daily|Evening review|An hour for what was learned today.|晚間複習|複習今天學到的內容。|晚间复习|复习今天学到的内容。
        13|study|homework|doc|16:30|mon,tue,wed,thu|Homework|Start before dinner.|寫作業|晚飯前開始。|写作业|晚饭前开始。
        14|study|language|globe|21:00|daily|Vocabulary|Fifteen minutes of a new language.|背單字|十五分鐘學外語。|背单词|十五分钟学外语。
        15|health|medicine|pills|08:00|daily|Morning medicine|Take it with breakfast.|早上吃藥|隨早餐服用。|早上吃药|随早餐服用。
        16|health|medicine|pills|20:00|daily|Evening medicine|Take it after dinner.|晚上吃藥|晚餐後服用。|晚上吃药|晚餐后服用。
        17|health|water|drop|10:00|daily|Drink water|A glass in the morning.|喝水|上午一杯水。|喝水|上午一杯水。
        18|health|water|drop|15:00|daily|Drink water again|A glass in the afternoon.|再喝水|下午一杯水。|再喝水|下午一杯水。
        19|health|exercise|figure.run|06:15|mon,wed,fri|Morning run|Shoes on before you think about it.|晨跑|想清楚之前先穿上跑鞋。|晨跑|想清楚之前先穿上跑鞋。
        20|health|exercise|figure.walk|18:30|tue,thu|Evening walk|Half an hour outside.|傍晚散步|到戶外走半小時。|傍晚散步|到户外走半小时。
        21|health|rest|eye|14:00|weekdays|Rest your eyes|Look into the distance for a minute.|讓眼睛休息|望向遠方一分鐘。|让眼睛休息|望向远方一分钟。
        22|health|sleep|bed.double|22:30|daily|Bedtime|Put the screen away and go to bed.|就寢|收起螢幕，上床睡覺。|就寝|收起屏幕，上床睡觉。
        23|home|kitchen|flame|17:30|daily|Start cooking|Dinner for half past six.|開始做飯|六點半吃晚餐。|开始做饭|六点半吃晚饭。
        24|home|kitchen|timer|11:30|weekends|Weekend lunch|Cook something that takes time.|週末午餐|做一道費工的菜。|周末午餐|做一道费工的菜。
        25|home|chores|trash|19:30|tue,fri|Take out the rubbish|Before the lorry comes.|倒垃圾|垃圾車來之前。|倒垃圾|垃圾车来之前。
        26|home|chores|leaf|09:00|sat|Water the plants|Once a week is enough.|澆花|一週一次就夠。|浇花|一周一次就够。
        27|home|chores|washer|10:00|sun|Laundry|Early enough to dry it outside.|洗衣服|趁早曬得乾。|洗衣服|趁早晒得干。
        28|home|family|figure.child|15:45|weekdays|Fetch the children|Leave now to be at school in time.|接孩子|現在出門才趕得上放學。|接孩子|现在出门才赶得上放学。
        29|home|family|pawprint|18:00|daily|Feed the cat|She will remind you otherwise.|餵貓|不然牠會提醒你。|喂猫|不然它会提醒你。
        30|home|family|phone|20:00|sun|Call home|A call to your parents.|打電話回家|給爸媽打個電話。|打电话回家|给爸妈打个电话。
        31|travel|departure|airplane|04:30|once|Early flight|Three hours before take-off.|早班飛機|起飛前三小時。|早班飞机|起飞前三小时。
        32|travel|departure|tram|06:00|once|Morning train|Time to leave for the station.|早班火車|該出發去車站了。|早班火车|该出发去车站了。
        33|travel|preparation|bag|20:00|once|Pack the bags|The evening before you leave.|收拾行李|出發前一晚。|收拾行李|出发前一晚。
        34|travel|preparation|doc.text|09:00|once|Check in|Check in online for the flight.|線上報到|辦理線上報到。|网上值机|办理网上值机。
        35|travel|stay|bed.double|10:30|once|Leave the hotel|Half an hour before the room must be empty.|退房|退房時限前半小時。|退房|退房时限前半小时。
        36|travel|stay|camera|05:15|once|See the sunrise|Up before the sun.|看日出|趕在太陽之前起床。|看日出|赶在太阳之前起床。
        37|festival|eve|sparkles|23:55|once|New Year's Eve|Five minutes before midnight.|跨年|午夜前五分鐘。|跨年|午夜前五分钟。
        38|festival|family|gift|18:00|once|Reunion dinner|The table is set for the eve of the Lunar New Year.|年夜飯|除夕團圓飯開席。|年夜饭|除夕团圆饭开席。
        39|festival|family|moon.stars|19:30|once|Mid-Autumn moon|Go out and look at the moon.|中秋賞月|出門賞月。|中秋赏月|出门赏月。
        40|festival|day|flag|08:00|once|Dragon Boat race|Be at the river before the first race.|端午划龍舟|第一場比賽前到河邊。|端午赛龙舟|第一场比赛前到河边。
        41|festival|day|birthday.cake|07:45|once|Birthday|Be the first to congratulate.|生日|第一個送上祝福。|生日|第一个送上祝福。
        42|leisure|morning|sun.max|09:30|weekends|Sleep in|Late, but not too late.|睡個懶覺|晚一點，但別太晚。|睡个懒觉|晚一点，但别太晚。
        43|leisure|evening|film|19:45|sat|Film night|Fifteen minutes before the film begins.|電影之夜|電影開始前十五分鐘。|电影之夜|电影开始前十五分钟。
        44|leisure|evening|music.note|18:00|wed|Practise|Half an hour on your instrument.|練琴|練習樂器半小時。|练琴|练习乐器半小时。
        45|leisure|nap|zzz|13:20|weekends|End of the nap|Twenty minutes are enough.|午睡結束|二十分鐘就夠。|午睡结束|二十分钟就够。
        46|leisure|garden|leaf|16:00|sun|In the garden|An hour before the light goes.|在花園裡|天黑前一小時。|在花园里|天黑前一小时。
        """
}
