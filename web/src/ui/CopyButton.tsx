import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeClipboard } from './clipboard.ts'
import { announce } from './live-region.ts'
import { toast } from './toast.tsx'

const FLIP_MS = 1600

interface CopyButtonProps {
  /** The text, or how to get it on demand; null when that failed (the getter reports it). */
  value: string | (() => string | null | Promise<string | null>)
  /** Accessible name; "Copy" by default. */
  label?: string
  /** `icon` only, or a button with text. */
  look?: 'icon' | 'button'
  size?: number
}

/** The icon turns to a check for 1.6 s and the change is announced. */
export function CopyButton({ value, label, look = 'icon', size = 24 }: CopyButtonProps) {
  const { t } = useTranslation('ui')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), FLIP_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const text = typeof value === 'string' ? value : await value()
    if (text === null) return
    try {
      await writeClipboard(text)
    } catch {
      // Browsers give no reason that a person could act on.
      toast({ kind: 'error', title: t('copyFailed') })
      return
    }
    setCopied(true)
    announce(t('copied'))
  }
  const name = label ?? t('copy')
  const icon = copied ? (
    <IconCheck size={look === 'icon' ? 14 : 16} stroke={2} color="var(--cl-green-solid)" aria-hidden />
  ) : (
    <IconCopy size={look === 'icon' ? 14 : 16} stroke={1.7} aria-hidden />
  )
  if (look === 'button') {
    return (
      <Button leftSection={icon} onClick={() => void copy()}>
        {name}
      </Button>
    )
  }
  return (
    <ActionIcon size={size} aria-label={name} title={copied ? t('copied') : name} onClick={() => void copy()}>
      {icon}
    </ActionIcon>
  )
}
