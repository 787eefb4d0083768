/** The place of an element on the screen. Pixels. */
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

/** The distance from the edge of the screen. Pixels. */
const MARGIN = 16;
/** The distance from elements that must not be covered. Pixels. */
const GAP = 8;

/** The room at the end of a page for something of this height, so that the whole page can be scrolled above it. Pixels. */
export function roomOf(height: number): number {
  return MARGIN + height + GAP;
}

/**
 * How far above the bottom right of the screen something of this size is placed: as low as possible without covering the free areas,
 * and at the top if there is no room. Pixels.
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
