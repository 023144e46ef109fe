import { describe, expect, test } from 'vitest'
import { fileName } from './files.ts'

describe('the name of a downloaded file', () => {
  test.each([
    ['attachment; filename="audit.csv"', 'audit.csv'],
    ['attachment; filename=audit.csv', 'audit.csv'],
    [`attachment; filename="x.zip"; filename*=UTF-8''Security%20%C3%A9t%C3%A9.zip`, 'Security été.zip'],
    [`attachment; filename*=UTF-8''%zz.zip`, '%zz.zip'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['inline', null],
    [null, null],
  ])('%s is saved as %s', (header, name) => {
    expect(fileName(header)).toBe(name)
  })
})
