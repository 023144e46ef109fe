import { ActionIcon } from '@mantine/core'
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Graph.module.css'

export function GraphTools({ onZoom, onFit }: { onZoom: (by: 1 | -1) => void; onFit: () => void }) {
  const { t } = useTranslation('automation')
  return (
    <div className={classes.tools} role="group" aria-label={t('graph.tools')}>
      <ActionIcon aria-label={t('graph.zoomOut')} title={t('graph.zoomOut')} onClick={() => onZoom(-1)}>
        <IconMinus size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('graph.zoomIn')} title={t('graph.zoomIn')} onClick={() => onZoom(1)}>
        <IconPlus size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('graph.fit')} title={t('graph.fit')} onClick={onFit}>
        <IconArrowsMaximize size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </div>
  )
}
