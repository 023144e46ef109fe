import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconInfoCircle } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { StateGlyph } from './glyphs/State.tsx'
import classes from './toast-list.module.css'
import type { Toast, ToastKind } from './toast-types.ts'

export function ToastList() {
  const { t } = useTranslation('ui')
  return (
    <section aria-label={t('toasts')}>
      <Notifications
        className={classes.place ?? ''}
        position="bottom-right"
        limit={4}
        containerWidth={340}
        withinPortal={false}
      />
    </section>
  )
}

function icon(kind: ToastKind) {
  if (kind === 'success') return <StateGlyph state="succeeded" />
  if (kind === 'error') return <StateGlyph state="failed" />
  return <IconInfoCircle size={16} stroke={1.6} color="var(--cl-text-tertiary)" aria-hidden />
}

export function showToast({ kind = 'info', title, text, action, name, for: duration }: Toast): void {
  if (name !== undefined) notifications.hide(name)
  const id = notifications.show({
    ...(name === undefined ? {} : { id: name }),
    title,
    message: (
      <>
        {text}
        {action !== undefined && (
          <Button
            size="compact-xs"
            mt={6}
            display="block"
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </>
    ),
    icon: icon(kind),
    // The live region already announces it.
    role: 'presentation',
    withBorder: true,
    color: 'transparent',
    closeButtonProps: { 'aria-label': i18next.t('close', { ns: 'ui' }) },
    autoClose: duration ?? (kind === 'error' ? 10_000 : 4000),
  })
}
