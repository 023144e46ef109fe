import { expect, test } from 'vitest'
import { feedbackFilter, readFeedbackSearch } from './feedback-search.ts'

const TENANT = '00000000-0000-7000-8000-000000000001'

test('search parameters of feedback ignore unknown values', () => {
  const search = { tenant: TENANT, thumb: 'down', reason: 'wrong', from: '2026-11-20', to: '2026-11-21' }
  expect(readFeedbackSearch(search)).toEqual(search)
  expect(
    readFeedbackSearch({ tenant: 'ours', thumb: 'sideways', reason: 'x', from: 'today', q: 'y' }),
  ).toEqual({})
})

test("days become times in the user's zone, the last day included", () => {
  expect(feedbackFilter({ tenant: TENANT, thumb: 'up', to: '2026-07-01' }, 'Europe/Lisbon')).toEqual({
    tenantId: TENANT,
    thumb: 'up',
    to: '2026-07-01T23:00:00.000Z',
  })
  expect(feedbackFilter({}, 'UTC')).toEqual({})
})
