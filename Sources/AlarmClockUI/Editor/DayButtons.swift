import AlarmClockCore
import SwiftUI

/// The days of a week as buttons, the week's first day first.
struct DayButtons: View {
    @Binding var days: WeekdaySet
    @Environment(\.calendar) private var calendar
    @Environment(\.phrases) private var phrases

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 56), spacing: 6)], spacing: 6) {
                ForEach(week, id: \.self) { day in
                    Toggle(phrases.weekday(day), isOn: isOn(day))
                        .toggleStyle(.button)
                }
            }
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 96), spacing: 6)], spacing: 6) {
                ForEach(groups, id: \.self) { group in
                    Button(phrases.days(group)) { days = group }
                        .buttonStyle(.bordered)
                        .controlSize(.small)
                }
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    private var week: [Int] { (0..<7).map { (calendar.firstWeekday - 1 + $0) % 7 + 1 } }
    private var groups: [WeekdaySet] { [WeekdaySet(), .weekdays, .weekends, .daily] }

    private func isOn(_ day: Int) -> Binding<Bool> {
        Binding {
            days.contains(day)
        } set: { on in
            days = WeekdaySet(days.days.filter { $0 != day } + (on ? [day] : []))
        }
    }
}
