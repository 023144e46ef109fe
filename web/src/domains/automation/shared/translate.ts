import type { TFunction } from 'i18next'

/** `t` for functions that are not components. */
export type Translate = TFunction<'automation'>
