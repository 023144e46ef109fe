import { expect, it } from 'vitest'
import { problemOf } from './problem.ts'

it.each(['ENOSPC', 'EDQUOT', '53100'])(
  'a full disk (%s) is reported as such, and is no bug of ours',
  (code) => {
    const problem = problemOf(
      Object.assign(new Error('No space left on device: /var/lib/secret'), { code }),
      'r1',
    )
    expect(problem).toMatchObject({
      status: 503,
      bug: false,
      headers: { 'retry-after': '60' },
      body: { code: 'dependency.unavailable', detail: 'The disk is full' },
    })
    expect(JSON.stringify(problem)).not.toContain('secret')
  },
)
