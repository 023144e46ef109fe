import { Modal, type ModalProps } from '@mantine/core'
import { createContext, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

type DialogProps = Omit<ModalProps, 'opened' | 'closeButtonProps'> & {
  /** Absent for a dialog that is mounted while it is open. */
  opened?: boolean
}

/** Counts the open dialogs inside the nearest dialog; null outside of any. */
const CountInner = createContext<((change: (count: number) => number) => void) | null>(null)

/** A modal dialog with a title and a named close button; it ends with `DialogActions`. Escape closes the innermost one. */
export function Dialog({ opened = true, closeOnEscape = true, ...props }: DialogProps) {
  const { t } = useTranslation('ui')
  const [inner, setInner] = useState(0)
  const countOuter = use(CountInner)
  useEffect(() => {
    if (!opened || countOuter === null) return
    countOuter((count) => count + 1)
    return () => countOuter((count) => count - 1)
  }, [opened, countOuter])
  return (
    <CountInner value={setInner}>
      <Modal
        opened={opened}
        closeOnEscape={closeOnEscape && inner === 0}
        closeButtonProps={{ 'aria-label': t('close') }}
        {...props}
      />
    </CountInner>
  )
}
