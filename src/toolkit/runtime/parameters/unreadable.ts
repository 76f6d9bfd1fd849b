/** What was sent for a parameter cannot be read; the message goes on from its place. */
export class Unreadable extends Error {
  readonly keyword: string

  constructor(keyword: string, message: string) {
    super(message)
    this.name = 'Unreadable'
    this.keyword = keyword
  }
}
