import AlarmClockCore
import SwiftUI

/// The days of a week as buttons, the week's first day first.
struct DayButtons: View {
    @Binding var days: WeekdaySet
    @Environment(\.calendar) private var calendar
    @Environment(\.phrases) private var phrases

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 64), spacing: 6)], spacing: 6) {
                ForEach(week, id: \.self) { day in
                    Toggle(isOn: isOn(day)) {
                        Text(verbatim: phrases.weekday(day))
                            .frame(maxWidth: .infinity)
                    }
                    .toggleStyle(.button)
                }
            }
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 120), spacing: 6)], spacing: 6) {
                ForEach(groups, id: \.self) { group in
                    Button {
                        days = group
                    } label: {
                        Text(verbatim: phrases.days(group))
                            .frame(maxWidth: .infinity)
                    }
                    .buttonStyle(.bordered)
                    .controlSize(.small)
                }
            }
        }
        .padding(.vertical, 6)
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
