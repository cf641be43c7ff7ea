import Foundation
import TestSupport
import Testing

/// The command that shows the alarms in a browser.
@Suite("Serving the pages")
struct ServeTests {
    /// Runs a command with `--port` while another process has the port; the output ends with the port's number.
    private func runOnTakenPort(_ command: String, _ language: TestedLanguage) throws -> CommandBox.Answer {
        let box = try CommandBox()
        let holder = try CommandBox()
        let script = """
            HOME=\(holder.home.path) "$ALARMCLOCK" serve --port 0 > said 2>/dev/null & server=$!
            until grep -q http said || ! kill -0 $server 2>/dev/null; do :; done
            port=$(sed -n 's#.*http://127.0.0.1:\\([0-9]*\\).*#\\1#p' said)
            \(command); code=$?
            kill $server; wait $server
            echo $port; exit $code
            """
        return try box.shell(script, language: language.locale, extra: ["PATH": "/bin:/usr/bin"])
    }

    private static let texts = [
        "en": "nothing can listen on 127.0.0.1, port {port}: something else listens there. Choose another port with "
            + "--port, or --port 0 for any that is free",
        "zh-Hant": "無法在 127.0.0.1 的連接埠 {port} 接受連線：已有其他程式使用該連接埠。請用 --port 指定其他連接埠，或用 --port 0 任選一個可用的連接埠",
        "zh-Hans": "无法在 127.0.0.1 的端口 {port} 接受连接：已有其他程序使用该端口。请用 --port 指定其他端口，或用 --port 0 任选一个可用的端口",
    ]

    @Test("A port that another program has is named, with what to do", arguments: TestedLanguage.all)
    func reportsPortInUse(_ language: TestedLanguage) throws {
        let answer = try runOnTakenPort("\"$ALARMCLOCK\" serve --port $port", language)
        let port = answer.out.trimmingCharacters(in: .newlines)
        let text = try #require(Self.texts[language.name]).replacing("{port}", with: port)
        #expect(answer.status == 1 && answer.messages.hasSuffix("\(text)\n"), "\(answer)")
    }

    @Test("The daemon says the same once and rings on", arguments: TestedLanguage.all)
    func daemonReportsPortInUse(_ language: TestedLanguage) throws {
        let command = """
            "$ALARMCLOCK" run --port $port 2>reported & daemon=$!
            until grep -q $port reported || ! kill -0 $daemon 2>/dev/null; do :; done
            kill $daemon; wait $daemon
            cat reported >&2; true
            """
        let answer = try runOnTakenPort(command, language)
        let port = try #require(answer.out.split(separator: "\n").last)
        let text = try #require(Self.texts[language.name]).replacing("{port}", with: port)
        let frame = try #require(Self.frames[language.name]).replacing("{reason}", with: text)
        #expect(answer.messages.contains("\(frame)\n"), "\(answer)")
    }

    private static let frames = [
        "en": "The pages cannot be served: {reason}. Alarms ring all the same.",
        "zh-Hant": "無法提供網頁：{reason}。鬧鐘仍會響。",
        "zh-Hans": "无法提供网页：{reason}。闹钟仍会响。",
    ]
}
