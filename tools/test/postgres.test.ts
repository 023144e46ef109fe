import { describe, expect, it } from 'vitest'
import { operationsSql } from './postgres.mjs'

describe('PostgreSQL 15 in the deep run', () => {
  it('is prepared with the statements of the operations page', () => {
    expect(operationsSql()).toMatch(/^CREATE ROLE caseloom_owner .*;$/m)
    expect(operationsSql()).toMatch(/^CREATE DATABASE caseloom OWNER caseloom_owner /m)
  })
})
