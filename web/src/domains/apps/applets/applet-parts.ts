export const APPLET_PARTS = ['layout', 'workflow', 'used', 'settings'] as const
export type AppletPart = (typeof APPLET_PARTS)[number]
