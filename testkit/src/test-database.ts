import { inject } from 'vitest'
import { connectTestPostgres, type TestDatabase, type TestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for the run's PostgreSQL; it starts with the first question. */
    testServers: string
  }
}

/** The PostgreSQL of this test run, for use inside test files (the global setup of Vitest starts it). */
export async function testPostgres(): Promise<TestPostgres> {
  const response = await fetch(inject('testServers'))
  if (!response.ok) throw new Error(`The test database didn’t start: ${await response.text()}`)
  // The answer comes from our own global setup, in the same release.
  return connectTestPostgres(JSON.parse(await response.text()) as TestPostgres['address'])
}

/**
 * A fresh database for one test file. With `migrate`, it is a copy of a template which is migrated once per run and
 * `name`, so that only the first file waits for the migrations.
 */
export async function freshDatabase(
  name?: string,
  migrate?: (url: string, superuserUrl: string) => Promise<void>,
): Promise<TestDatabase> {
  const server = await testPostgres()
  if (name === undefined || migrate === undefined) return server.createDatabase()
  return server.createDatabase(await server.template(name, migrate))
}
