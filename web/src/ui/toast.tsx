import { notifications } from '@mantine/notifications'
import { IconInfoCircle } from '@tabler/icons-react'
import { StateGlyph } from './glyphs/State.tsx'
import { announce } from './live-region.ts'

export type ToastKind = 'success' | 'error' | 'info'

interface Toast {
  kind?: ToastKind
  title: string
  text?: string
  /** Milliseconds until it goes; errors stay 10 s, the rest 4 s. */
  for?: number
}

function icon(kind: ToastKind) {
  if (kind === 'success') return <StateGlyph state="succeeded" />
  if (kind === 'error') return <StateGlyph state="failed" />
  return <IconInfoCircle size={16} stroke={1.6} color="var(--cl-text-tertiary)" aria-hidden />
}

/** Shows a short notice at the bottom right and announces it. Not for errors of a form: those stand at their fields. */
export function toast({ kind = 'info', title, text, for: duration }: Toast): void {
  announce(text === undefined ? title : `${title}. ${text}`)
  notifications.show({
    title,
    message: text ?? '',
    icon: icon(kind),
    withBorder: true,
    autoClose: duration ?? (kind === 'error' ? 10_000 : 4000),
  })
}
