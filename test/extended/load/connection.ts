import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** What came back: status 0 if the connection ended without a whole response. */
export interface Response {
  readonly status: number
  readonly head: string
}

/** A connection with one request at a time, opened again when the server has closed it. */
export class Connection {
  readonly #port: number
  #socket: Socket | undefined
  #text = ''
  #answer: ((response: Response) => void) | undefined

  constructor(port: number) {
    this.#port = port
  }

  async connect(): Promise<void> {
    this.#socket ??= this.#open()
    if (this.#socket.connecting) await once(this.#socket, 'connect')
  }

  send(request: string, answer: (response: Response) => void): void {
    this.#answer = answer
    this.#socket ??= this.#open()
    this.#socket.write(request)
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    const socket = createConnection(this.#port, '127.0.0.1').setNoDelay(true)
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.#text += text
      this.#look()
    })
    socket
      .on('error', () => {})
      .on('close', () => {
        if (this.#socket !== socket) return
        this.#socket = undefined
        this.#finish({ status: 0, head: '' })
      })
    return socket
  }

  #look(): void {
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#text.slice(0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (this.#text.length < end + 4 + length) return
    if (/\r\nconnection: close/i.test(head)) this.#socket = undefined
    this.#finish({ status: Number(head.slice(9, 12)), head })
  }

  #finish(response: Response): void {
    this.#text = ''
    const answer = this.#answer
    this.#answer = undefined
    answer?.(response)
  }
}
