/** The name of the model of an installation that embeds nothing. */
export const NO_MODEL = 'none';
