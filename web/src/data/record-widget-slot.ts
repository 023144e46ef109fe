import type { LayoutBlock } from '@caseloom/contract/apps/layout'
import { type ComponentType, createContext } from 'react'

export interface RecordWidgetProps {
  appId: string
  /** Its version makes the widget read again. */
  record: { id: string; version: number }
  block: LayoutBlock & { kind: 'widget' }
}

/** Draws a widget on a record page. Records don’t know widgets: the routes put it here. */
export const RecordWidgetSlot = createContext<ComponentType<RecordWidgetProps> | null>(null)
