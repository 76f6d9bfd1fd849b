/** What faults of the catalog are made of. */

export const novel = {
  title: 'The Garden',
  isbn: '9780306406157',
  price: { amount: 12.5, currency: 'EUR' },
  genres: ['novel'],
}

export const NOBODY = '00000000-0000-4000-8000-000000000000'
