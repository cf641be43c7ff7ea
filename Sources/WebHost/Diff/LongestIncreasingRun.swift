/// Which of the numbers, all different, can stay where they are: a longest run of places whose numbers increase.
///
/// - Returns: For each place whether it belongs to the run. O(n log n).
func longestIncreasingRun(of numbers: [Int]) -> [Bool] {
    var tails: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for (place, number) in numbers.enumerated() {
        var low = 0
        var high = tails.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
        }
        if low > 0 { previous[place] = tails[low - 1] }
        if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    var stays = [Bool](repeating: false, count: numbers.count)
    var next = tails.last
    while let place = next {
        stays[place] = true
        next = previous[place]
    }
    return stays
}
