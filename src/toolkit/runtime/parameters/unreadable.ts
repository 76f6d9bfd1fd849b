/** A parameter that cannot be read. The message continues after the name of its place. */
export class Unreadable extends Error {
  readonly keyword: string

  constructor(keyword: string, message: string) {
    super(message)
    this.name = 'Unreadable'
    this.keyword = keyword
  }
}
