// Indices come before unique combinations, whatever their order in the class.
@Model final class Indexed {
    #Unique<Indexed>([\.title, \.date], [\.code])
    #Index<Indexed>([\.title], [\.title, \.date])
    #Index<Indexed>(.rtree([\.x, \.y]))
    var title: String = ""
    var date: Date = Date.distantPast
    var code = 0
    var x = 0.0
    var y = 0.0
    init() {}
}
