import type { TFunction } from 'i18next'

/** The `t` of these screens, for functions outside of components. */
export type Translate = TFunction<'admin'>
