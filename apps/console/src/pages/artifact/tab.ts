/** The tabs of an artifact's page. */
export const TABS = ['read', 'edit', 'history', 'compare', 'about'] as const;

export type ArtifactTab = (typeof TABS)[number];
