import { AppletFollow } from '@caseloom/contract/applets'

export const FOLLOWS = AppletFollow.options
