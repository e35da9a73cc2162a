/**
 * A disk that exists in memory only, with everything a real one may do to what was not forced.
 *
 * <pre>
 *  code under test ─► seam of its package ─► Calls (faults, kills, watchers) ─► SimulatedDisk
 *                                                                                  │ after each call
 *                        each PowerLossRule ─► SimulatedDisk.afterPowerLoss ◄──────┘
 * </pre>
 *
 * <p>One thread at a time uses a disk; a disk made by a power loss shares nothing that changes.
 */
@NullMarked
package scriptorium.persistence.disk;

import org.jspecify.annotations.NullMarked;
