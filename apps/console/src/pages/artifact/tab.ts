/** What is shown of an artifact. */
export const TABS = ['read', 'edit', 'history', 'compare', 'about'] as const;

export type ArtifactTab = (typeof TABS)[number];
