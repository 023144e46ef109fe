import { ActionIcon } from '@mantine/core'
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useStore } from '@xyflow/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Canvas.module.css'

export function CanvasTools({ onZoom, onFit }: { onZoom: (by: 1 | -1) => void; onFit: () => void }) {
  const { t } = useTranslation('canvas')
  const percent = useStore(({ transform: [, , zoom] }) => Math.round(zoom * 100))
  return (
    <div className={`${classes.tools} nopan`} role="toolbar" aria-label={t('tools')}>
      <Tool label={t('zoomOut')} onClick={() => onZoom(-1)}>
        <IconMinus size={16} stroke={1.6} aria-hidden />
      </Tool>
      <span className={classes.percent}>{percent}%</span>
      <Tool label={t('zoomIn')} onClick={() => onZoom(1)}>
        <IconPlus size={16} stroke={1.6} aria-hidden />
      </Tool>
      <Tool label={t('fit')} onClick={onFit}>
        <IconArrowsMaximize size={16} stroke={1.6} aria-hidden />
      </Tool>
    </div>
  )
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}
