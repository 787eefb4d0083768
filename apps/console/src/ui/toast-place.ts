/** Where something is on the screen. Pixels. */
export interface Place {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

interface Screen {
  readonly width: number;
  readonly height: number;
}

/** From the edge of the screen. Pixels. */
const MARGIN = 16;
/** From what is kept free. Pixels. */
const GAP = 8;

/** How much the end of a page leaves free for something of this height, so that all of the page can be scrolled above it. Pixels. */
export function roomOf(height: number): number {
  return MARGIN + height + GAP;
}

/**
 * How far above the bottom of the screen something of this size stands, at its right: as low as possible without covering what is kept
 * free, and at the top where that leaves no room. Pixels.
 */
export function standOf(size: Screen, screen: Screen, free: readonly Place[]): number {
  const left = screen.width - MARGIN - size.width;
  let bottom = screen.height - MARGIN;
  const below = free
    .filter((place) => place.right > left)
    .toSorted((one, other) => other.bottom - one.bottom);
  for (const place of below) {
    const isCovered = place.top < bottom && place.bottom > bottom - size.height;
    if (isCovered) bottom = place.top - GAP;
  }
  return screen.height - Math.max(bottom, size.height + GAP);
}
