/**
 * A member of a circle, at first of one alone. For members that come and go with each request, instead of a
 * `Set` or `Map`: V8 leaves in each of their old tables a reference to the next one, so that a finished
 * request that has once survived a garbage collection keeps all later ones for the next full one.
 */
export class Link {
  next: Link = this
  previous: Link = this

  isAlone(): boolean {
    return this.next === this
  }

  /** Becomes the last member of the circle that begins with `head`. */
  append(head: Link): void {
    const last = head.previous
    this.previous = last
    this.next = head
    last.next = this
    head.previous = this
  }

  /** Leaves its circle, and keeps none of it in memory. */
  leave(): void {
    this.previous.next = this.next
    this.next.previous = this.previous
    this.next = this
    this.previous = this
  }
}
