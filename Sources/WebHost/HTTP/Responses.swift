import FlyingFox
import Foundation

extension HTTPResponse {
    /// A page, with everything that keeps others' hands off it.
    static func page(_ bytes: [UInt8], _ status: Int, _ call: Call) -> HTTPResponse {
        var response = body(bytes, type: "text/html; charset=utf-8", status: status)
        response.headers[HTTPHeader("Content-Security-Policy")] = policy(host: call.host)
        response.headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
        response.headers[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
        response.headers[HTTPHeader("X-Frame-Options")] = "DENY"
        response.headers[HTTPHeader("Vary")] = "Cookie, Accept-Language"
        return response
    }

    /// Scripts and styles from here alone, no frames, no forms; colours and sizes may stand in `style`.
    private static func policy(host: String) -> String {
        // The gate has compared it with the host's own names.
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "style-src-attr 'unsafe-inline'",
            "connect-src 'self' ws://\(host) wss://\(host)", "img-src 'self' data:", "manifest-src 'self'",
            "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// A file whose address changes with its content.
    static func lasting(_ bytes: [UInt8], type: String) -> HTTPResponse {
        var response = body(bytes, type: type)
        response.headers[.cacheControl] = "public, max-age=31536000, immutable"
        return response
    }

    static func body(_ bytes: [UInt8], type: String, status: Int = 200) -> HTTPResponse {
        var headers = HTTPHeaders([.contentType: type])
        headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        headers[.cacheControl] = "no-store"
        headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        headers[.connection] = "close"
        return HTTPResponse(
            statusCode: HTTPStatusCode(status, phrase: phrase(status)),
            headers: headers,
            body: Data(bytes)
        )
    }

    static func plain(_ status: Int, _ text: String) -> HTTPResponse {
        body(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    static func plain(_ answer: PlainResponse) -> HTTPResponse {
        let type = answer.contentType.filter { $0.isASCII && !$0.isNewline }
        var response = body(Array(answer.body), type: type, status: answer.status)
        response.headers[HTTPHeader("Content-Security-Policy")] = "default-src 'none'; frame-ancestors 'none'"
        if let name = answer.fileName {
            let safe = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_. ".contains($0)) }
            response.headers[HTTPHeader("Content-Disposition")] = "attachment; filename=\"\(safe)\""
        }
        return response
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}
