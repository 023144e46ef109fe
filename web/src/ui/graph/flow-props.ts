/** What the read-only and the editing canvas have in common: the keys and the focus are those of the nodes. */
export const FLOW_PROPS = {
  maxZoom: 1.6,
  nodesFocusable: false,
  edgesFocusable: false,
  deleteKeyCode: null,
  multiSelectionKeyCode: null,
  zoomOnDoubleClick: false,
  disableKeyboardA11y: true,
  proOptions: { hideAttribution: true },
} as const
