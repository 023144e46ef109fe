import pg from 'pg'
import type { Product } from './product.ts'

/** A session that may do everything: to break the database of a running product, never to work on it. */
export type Superuser = pg.Client

/** Opens a superuser's session for `work`, which a fault of its own making does not hinder from taking it back. */
export async function withSuperuser(
  product: Pick<Product, 'databaseUrl'>,
  work: (database: Superuser) => Promise<void>,
): Promise<void> {
  const database = new pg.Client({ connectionString: product.databaseUrl() })
  await database.connect()
  try {
    await database.query('set default_transaction_read_only = off')
    await work(database)
  } finally {
    await database.end()
  }
}
