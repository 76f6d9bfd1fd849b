import type { Book, CatalogPoints } from '../../catalog/points.js'

/** A book that a fault makes. */
export const novelOf = (p: CatalogPoints): Book => ({
  ...{ title: 'The Garden', isbn: '9780306406157', genres: ['novel'] },
  price: { amount: 12.5, currency: 'EUR' },
  ...{ id: p.newId(), revision: 1, createdAt: p.now() },
})
