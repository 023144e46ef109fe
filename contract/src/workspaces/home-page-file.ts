import { z } from 'zod'
import {
  dashboardWidget,
  HomePageCreate,
  HomePageView,
  MAX_HOME_WIDGETS,
  ownHomeWidgets,
} from './home-pages.ts'
import { NameKey } from './name-key.ts'

/** A shared home page with its key. */
export const KeyedHomePage = HomePageView.extend({ key: NameKey })
export type KeyedHomePage = z.infer<typeof KeyedHomePage>

/** A widget that names its dashboard by key. */
const FileWidget = z.discriminatedUnion('kind', [
  ...ownHomeWidgets,
  dashboardWidget.omit({ dashboardId: true }).extend({ dashboard: NameKey }),
])

/** What a home page shows, without its sharing and its roles. */
export const HomePageDefinition = HomePageCreate.omit({ sharing: true, defaultFor: true }).extend({
  key: NameKey,
  widgets: z.array(FileWidget).max(MAX_HOME_WIDGETS).default([]),
})
export type HomePageDefinition = z.infer<typeof HomePageDefinition>

/** A home page in a file. */
export const HomePageFile = z.strictObject({
  format: z.literal('caseloom.homepage/1'),
  homepage: HomePageDefinition,
})
