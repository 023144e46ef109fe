import type { TFunction } from 'i18next'

/** The `t` of these screens, for functions that are no components. */
export type Translate = TFunction<'admin'>
