import { PressDialog } from './PressDialog.tsx'
import type { Asking } from './usePress.ts'

interface PressAskedProps {
  appId: string
  recordId: string
  asking: Asking | null
}

/** The dialog of a press that asks for something first. */
export function PressAsked({ appId, recordId, asking }: PressAskedProps) {
  return asking === null ? null : <PressDialog appId={appId} recordId={recordId} {...asking} />
}
