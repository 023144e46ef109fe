import { AppletFollow } from '@caseloom/contract/apps/applets'

export const FOLLOWS = AppletFollow.options
