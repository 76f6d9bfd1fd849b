import type { Finding } from './finding.js'
import type { ReceivedExchange } from './judge-response.js'

/** Insides of a server that its clients must not see (CWE-209). */
const INSIDES: Readonly<Record<string, RegExp>> = {
  'a stack trace of JavaScript': /\n?\s+at (?:[\w.<>$ ]+ \()?(?:file:\/\/|node:|\/)[^\s)]+:\d+:\d+/,
  'a stack trace of Java':
    /\bat [\w$.]+\([\w$]+\.java:\d+\)|\bjavax?\.[a-z]+\.[\w.]*(?:Exception|Error)\b/,
  'a stack trace of Python': /Traceback \(most recent call last\)|File "[^"]+", line \d+/,
  'a stack trace of Go': /goroutine \d+ \[|\.go:\d+ \+0x/,
  'a stack trace of .NET': /\bat [\w.]+\(.*\) in .*:line \d+/,
  'a stack trace of Ruby, PHP or Rust':
    /\.rb:\d+:in [`']|\.php(?:\(\d+\)|:\d+| on line \d+)|\bpanicked at |\bsrc\/[\w/]+\.rs:\d+/,
  'an error of the program':
    /Cannot read propert(?:y|ies) of (?:undefined|null)|'NoneType' object|nil pointer dereference|Object reference not set to an instance/,
  'a path of the server':
    /(?<=^|[\s"'(=:`])(?:file:\/\/)?(?:\/(?:home|root|usr|var|opt|srv|app|etc|tmp)\/[\w.-]+\/[\w./-]+|[A-Z]:\\\\?(?:Users|inetpub|Windows)\\\S*)/m,
  'an SQL statement or error':
    /\b(?:SELECT\s.+\sFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\s|\bSQLITE_[A-Z]+|SQLSTATE|ORA-\d{5}|syntax error at or near|violates [\w-]+(?: \w+)? constraint|constraint failed: |E11000 duplicate key|Duplicate entry '.*' for key/,
  'the address of a database':
    /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?):\/\/\w/,
  'an error of the operating system': /\b(?:ENOENT|EACCES|ECONNREFUSED|EPIPE|EADDRINUSE)\b/,
}

/** The fewest characters of a secret that do not stand in a text by chance. */
const FEWEST = 8

/** Insides of the server in an error, and secrets of the request in any response. */
export function judgeLeaks(exchange: ReceivedExchange): Finding[] {
  const { operation, response, secrets, method, sent = '' } = exchange
  if (secrets.length === 0 && response.status < 400) return []
  const head = response.headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  const body = response.body.toString('utf8')
  const isLeaked = (secret: string) =>
    secret.length >= FEWEST && (body.includes(secret) || head.includes(secret))
  const found = secrets.some(isLeaked) ? ['the credential of the request'] : []
  if (response.status >= 400 && method !== 'HEAD') {
    const text = `${body.replaceAll('\\n', '\n').replaceAll('\\t', '\t')}\n${head}`
    // What the client sent may come back.
    const isInside = (what: string) => {
      const [match] = INSIDES[what]?.exec(text) ?? []
      return match !== undefined && !sent.includes(match.trim())
    }
    found.push(...Object.keys(INSIDES).filter(isInside))
  }
  return found.map((received) => ({
    check: 'leak',
    pointer: operation?.pointer ?? '#/paths',
    expected: 'a response without insides of the server',
    received,
  }))
}
