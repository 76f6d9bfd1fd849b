/**
 * Waits until this process may begin a batch of writes, where several processes take turns; resolves with
 * what ends the turn, and never rejects. It is a courtesy: the store itself keeps writers apart.
 */
export type WriteTurn = () => Promise<() => void>
