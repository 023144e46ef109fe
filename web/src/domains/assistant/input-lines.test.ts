import { expect, it } from 'vitest'
import { inputLines } from './input-lines.ts'

it('shows the times of inputs in the zone of the reader, and other values as they are', () => {
  const properties = {
    until: { type: 'string', format: 'date-time', title: 'Until' },
    day: { type: 'string', format: 'date', title: 'Day' },
    host: { type: 'string', title: 'Host' },
    ports: { type: 'array', items: { type: 'number' }, title: 'Ports' },
  }
  const values = {
    until: '2026-11-28T05:00:00.000Z',
    day: '2026-11-28',
    host: '2026-11-28T05:00:00.000Z',
    ports: [443],
    empty: '',
  }
  expect(inputLines({ type: 'object', properties }, values, 'Asia/Kathmandu')).toEqual([
    { label: 'Until', text: '28 Nov 2026, 10:45' },
    { label: 'Day', text: '28 Nov 2026' },
    { label: 'Host', text: '2026-11-28T05:00:00.000Z' },
    { label: 'Ports', text: '[443]' },
  ])
  expect(inputLines({ type: 'object', properties }, { until: 'soon' }, 'UTC')).toEqual([
    { label: 'Until', text: 'soon' },
  ])
})
