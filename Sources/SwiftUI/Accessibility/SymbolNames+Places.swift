extension SymbolNames {
    /// Places, journeys, trade and the household.
    static let places = """
        house|Home|首頁|主页
        building|Building|大樓|大楼
        building.2|Buildings|大樓|大楼
        building.columns|Bank|銀行|银行
        storefront|Store|商店|商店
        map|Map|地圖|地图
        mappin|Pin on Map|地圖標記|地图标记
        mappin.and.ellipse|Place|地點|地点
        location|Location|位置|位置
        location.slash|Location Off|定位已關閉|定位已关闭
        airplane|Airplane|飛機|飞机
        car|Car|汽車|汽车
        bus|Bus|公車|公交车
        tram|Train|列車|列车
        bicycle|Bicycle|腳踏車|自行车
        ferry|Ferry|渡輪|渡轮
        fuelpump|Fuel|加油|加油
        cart|Cart|購物車|购物车
        cart.badge.plus|Add to Cart|加入購物車|加入购物车
        bag|Bag|購物袋|购物袋
        handbag|Handbag|手提包|手提包
        basket|Basket|購物籃|购物篮
        creditcard|Credit Card|信用卡|信用卡
        banknote|Money|金錢|钱
        dollarsign|Dollar|美元|美元
        eurosign|Euro|歐元|欧元
        gift|Gift|禮物|礼物
        crown|Crown|皇冠|皇冠
        trophy|Trophy|獎盃|奖杯
        medal|Medal|獎牌|奖牌
        rosette|Award|獎章|奖章
        fork.knife|Food|用餐|用餐
        cup.and.saucer|Drink|飲料|饮料
        wineglass|Wine|葡萄酒|葡萄酒
        birthday.cake|Birthday|生日|生日
        tshirt|Clothing|衣服|衣服
        bed.double|Bed|床|床
        sofa|Sofa|沙發|沙发
        lamp.table|Lamp|檯燈|台灯
        lamp.desk|Desk Lamp|桌燈|台灯
        bathtub|Bathtub|浴缸|浴缸
        shower|Shower|淋浴|淋浴
        refrigerator|Refrigerator|冰箱|冰箱
        stove|Stove|爐具|炉灶
        washer|Washing Machine|洗衣機|洗衣机
        window.casement|Window|窗戶|窗户
        door.left.hand.open|Open Door|打開的門|打开的门
        door.left.hand.closed|Closed Door|關上的門|关闭的门
        cross|Medical|醫療|医疗
        cross.case|First Aid|急救箱|急救箱
        pills|Medication|藥物|药物
        bandage|Bandage|繃帶|创可贴
        stethoscope|Doctor|醫師|医生
        dumbbell|Workout|健身|健身
        sportscourt|Sports|運動|体育
        soccerball|Soccer|足球|足球
        basketball|Basketball|籃球|篮球
        """
}
