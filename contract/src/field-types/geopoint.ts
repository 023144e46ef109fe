import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** A point on the earth: latitude and longitude in decimal degrees (WGS 84), such as `52.52, 13.405`. */
export const geopointSettings = { type: z.literal('geopoint') }

export const geopointType: FieldTypeRules<SettingsOf<typeof geopointSettings>, keyof typeof geopointKinds> = {
  kind: () => 'geopoint',
  convertsTo: ['text', 'geopoint', 'list'],
  fromText: true,
}

export const geopointKinds = { geopoint: traits() }
