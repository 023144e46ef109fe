import { describe, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { explainDatabaseError } from './explain-database.ts'

const URL_OF = 'postgres://caseloom_app:s3cret@db.example.org:5432/caseloom'
const fault = (code: string) => Object.assign(new Error('of the driver'), { code })

describe('a database that a process cannot begin with', () => {
  test.each([
    ['ECONNREFUSED', 'The database at db.example.org:5432 isn’t responding.'],
    ['57P03', 'The database at db.example.org:5432 isn’t responding.'],
    ['28P01', 'rejects the login "caseloom_app"'],
    ['3D000', 'No database "caseloom"'],
    ['42501', 'isn’t allowed to act as the owner'],
    ['25006', 'is read-only'],
    ['53300', 'has no connections left'],
    ['53100', 'is full'],
    ['08P01', 'doesn’t respond like PostgreSQL'],
  ])('%s is reported in two lines without the password', (code, message) => {
    const error = explainDatabaseError(fault(code), URL_OF)
    expect(error).toBeInstanceOf(StartError)
    if (!(error instanceof StartError)) return
    expect(error.message).toContain(message)
    expect(error.next).toMatch(/start again\.$/)
    expect(`${error.message}${error.next}`).not.toContain('s3cret')
  })

  test('names the socket folder where there is no host, and passes on what it does not know', () => {
    const error = explainDatabaseError(fault('ENOENT'), 'postgres://me@/x?host=/run/postgresql')
    expect(String(error)).toContain('The database at /run/postgresql isn’t responding.')
    const other = new Error('a fault of ours')
    expect(explainDatabaseError(other, URL_OF)).toBe(other)
  })
})
