import { describe, expect, it } from 'vitest'
import { aField } from '@caseloom/testkit/a-field'
import { geopointKinds } from './geopoint.ts'

const point = aField({ type: 'geopoint' })
const codesOf = (raw: Parameters<typeof point.read>[0]) => point.read(raw).issues?.map(({ code }) => code)

describe('a geo point', () => {
  it.each([
    ['52.52, 13.405'],
    ['52.520,13.4050'],
    ['  +52.52 13.405 '],
    ['52.52; 13.405'],
    [{ latitude: 52.52, longitude: 13.405 }],
  ])('is stored in one form, however it is written: %s', (raw) => {
    expect(point.read(raw)).toEqual({ value: '52.52, 13.405' })
  })

  it.each([
    ['-33.8688, 151.2093', '-33.8688, 151.2093'],
    ['-0, 0.0', '0, 0'],
    ['90, -180', '90, -180'],
  ])('has signs where it needs them: %s', (raw, value) => {
    expect(point.read(raw)).toEqual({ value })
  })

  it.each([
    ['Berlin', 'invalid_geopoint'],
    ['52.52', 'invalid_geopoint'],
    ['52.52, 13.405, 34', 'invalid_geopoint'],
    ['5.2.52, 13', 'invalid_geopoint'],
    [[52.52, 13.405], 'invalid_geopoint'],
    [{ latitude: 52.52 }, 'invalid_geopoint'],
    [`${' '.repeat(200)}1 1${' '.repeat(100_000)}x`, 'invalid_geopoint'],
    ['90.0001, 0', 'out_of_range'],
    ['0, 180.5', 'out_of_range'],
    ['52.123456789, 13', 'too_precise'],
  ])('is refused when it is none: %s', (raw, code) => {
    expect(codesOf(raw)).toEqual([code])
  })

  it('comes back from a cell as it went into it', () => {
    const { toCell, fromCell } = geopointKinds.geopoint
    expect(fromCell(` ${toCell('52.52, 13.405')} `)).toEqual({ raw: '52.52, 13.405' })
  })
})
