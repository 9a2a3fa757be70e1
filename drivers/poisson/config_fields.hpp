#pragma once

#include <kolibri/rbf_fields.hpp>

#include "poisson/config.hpp"

// The keys of PoissonConfig.
namespace kolibri::drivers {

template <class F>
void fields(F& f, ConditionOptions& o) {
  f("on", o.on,
    {.help = "parts of the boundary: x_min, x_max, ... of a box, outer, inner of a disc or an annulus, "
             "edge_1, ... and hole_1, ... of a polygon, curve of a level set, NAME.PART of a formula of shapes"});
  f("kind", o.kind, {.help = "u, du/dn or du/dn + alpha u is given"});
  f("value", o.value, {.help = "what it is, a formula"});
  f("alpha", o.alpha, {.help = "robin: alpha, a formula"});
}

template <class F>
void fields(F& f, PoissonProblemOptions& o) {
  f("dimension", o.dimension, {.help = "number of coordinates x, y, z", .minimum = 1, .maximum = 3});
  f("form", o.form,
    {.help = "plain: kappa Lap u; divergence: div(kappa grad u) with a smooth kappa, whose gradient is made of "
             "differences of its formula"});
  f("kappa", o.kappa, {.help = "formula: kappa of kappa Lap u + b . grad u + q u = f"});
  f("b", o.b, {.help = "formulas: the components of b; none for 0"});
  f("q", o.q, {.help = "formula: q"});
  f("f", o.f, {.help = "formula: the right-hand side"});
  f("p", o.p, {.help = "formula: u on the boundary, where no condition says something else"});
  f("conditions", o.conditions, {.help = "other conditions, on parts of the boundary"});
  f("enrichment", o.enrichment,
    {.help =
         "formulas: functions with singularities that the network cannot have; they join it with coefficients of their "
         "own"});
  f("exact", o.exact, {.help = "formula: the solution, if it is known, for the accuracy in result.yaml"});
}

template <class F>
void fields(F& f, HoleOptions& o) {
  f("vertices", o.vertices, {.help = "corners [x, y] in order"});
}

template <class F>
void fields(F& f, ShapeOptions& o) {
  f("shape", o.shape, {.help = "all but box and points are plane"});
  f("intervals", o.intervals,
    {.help = "box, level_set: a row [lower, upper] for each coordinate; none for [0, 1]. A level set is sought in it"});
  f("centre", o.centre, {.help = "disc, annulus: one row, [[x, y]]"});
  f("radius", o.radius, {.help = "disc, annulus: the outer radius"});
  f("inner_radius", o.inner_radius, {.help = "annulus: the inner radius"});
  f("vertices", o.vertices, {.help = "polygon: corners [x, y] in order"});
  f("holes", o.holes, {.help = "polygon: polygons that are cut out"});
  f("level_set", o.level_set, {.help = "level_set: formula phi, negative inside; s in it is the value of a sweep"});
  f("resolution", o.resolution,
    {.help = "level_set: cells along the longest side, in which phi = 0 is sought", .minimum = 8, .maximum = 4096});
}

template <class F>
void fields(F& f, DomainOptions& o) {
  fields(f, static_cast<ShapeOptions&>(o));
  f("formula", o.formula,
    {.help = "csg: a formula of shapes, a + b their union, a * b what they share, a - b a without b"});
  f("shapes", o.shapes, {.help = "csg: the shapes of the formula; a part of their boundary is called NAME.PART"});
  f("boundary_file", o.boundary_file,
    {.help = "points: .npy or .csv with rows of the coordinates, the outward normal for parts part_K also K, then also "
             "the area or length"});
  f("interior_file", o.interior_file,
    {.help = "points: the collocation points inside, likewise with coordinates alone; none: as points.layout says"});
}

template <class F>
void fields(F& f, PointOptions& o) {
  f("interior", o.interior, {.help = "collocation points inside, about so many", .minimum = 1, .maximum = 1 << 24});
  f("boundary", o.boundary,
    {.help = "collocation points on the boundary, about so many", .minimum = 2, .maximum = 1 << 24});
  f("layout", o.layout,
    {.help =
         "where the interior points are; random puts those of the boundary at random too; adaptive: half of them at "
         "first, then more where the residual is large"});
  f("rounds", o.rounds, {.help = "adaptive: in so many rounds", .minimum = 1, .maximum = 1000});
  f("seed", o.seed, {.help = "of random points: the same seed gives the same points on every backend", .minimum = 0});
}

template <class F>
void fields(F& f, NetworkOptions& o) {
  f("basis", o.basis, {.help = "phi(r) of width a; gaussian is exp(-r^2/a^2), gaussian_sigma exp(-r^2/(2 a^2))"});
  f("start", o.start,
    {.help =
         "centres on a grid, or greedy: one after another where the residual is largest, each with its best width"});
  f("neurons", o.neurons, {.help = "greedy: how many", .minimum = 1, .maximum = 1024});
  f("grid", o.grid,
    {.help = "grid: centres along the longest side of the domain; sparse: those of the finest level",
     .minimum = 2,
     .maximum = 4096});
  f("extension", o.extension,
    {.help = "grid: how far centres reach outside, as a part of that side", .minimum = 0, .maximum = 10});
  f("relative_width", o.relative_width,
    {.help = "grid: a / distance of centres; 0: the best of 1.5, 2, ..., 8 by the residual, 2.5 for gradient_cg, "
             "5 for sparse",
     .minimum = 0});
  f("width_choice", o.width_choice,
    {.help = "grid, relative_width 0: the best by the residual, or by the residuals of rows that the fit leaves out"});
}

template <class F>
void fields(F& f, TrainingOptions& o) {
  f("method", o.method,
    {.help = "varpro: linear, then steps on centres and widths; linear: weights alone; gradient_cg: "
             "Matveeva and Artyukhina, 2010; sparse: weights of thousands of wendland_c4, level by level"});
  f("boundary", o.boundary,
    {.help = "hard: u = p + D net with D = 0 on the boundary, for box and disc; penalty: rows of "
             "weight sqrt(lambda); auto: hard where it can be and p has values a little outside"});
  f("lambda", o.lambda,
    {.help = "penalty of the boundary, a number > 0 on the domain scaled to a side of 1; auto: 1e4 "
             "interior points / boundary points"});
  f("iterations", o.iterations, {.help = "varpro: steps at most; gradient_cg: outer iterations", .minimum = 0});
  f("regularisation", o.regularisation,
    {.help = "varpro, linear: delta of the rows delta I; 0 for 1e-14", .minimum = 0, .maximum = 0.5});
  f("levels", o.levels,
    {.help = "sparse: of centres, each with half the distance and width of the one before; 0: the coarsest has 5 to 8 "
             "centres along the longest side, or grid itself where that is below 9",
     .minimum = 0,
     .maximum = 16});
  f("lsqr_tolerance", o.lsqr.tolerance,
    {.help = "sparse: LSQR ends at |A^T r| / (|A| |r|) or |r| / |f| below it, f what the level was given: the residual "
             "so far",
     .minimum = 1e-15,
     .maximum = 0.999});
  f("lsqr_iterations", o.lsqr.iterations, {.help = "sparse: or after so many steps, for each level", .minimum = 1});
  f("centre_rate", o.descent.centre_rate,
    {.help = "gradient_cg: beta of c -= beta dI/dc, of the first step if there is backtracking", .minimum = 0});
  f("width_rate", o.descent.width_rate, {.help = "gradient_cg: alpha of a -= alpha dI/da, likewise", .minimum = 0});
  f("backtracking", o.descent.backtracking,
    {.help = "gradient_cg: rates are halved until the functional falls and doubled for the next step"});
  f("cg_tolerance", o.descent.cg_tolerance,
    {.help = "gradient_cg: conjugate gradients end at |r| / |r_0| below it", .minimum = 1e-15, .maximum = 0.999});
  f("cg_iterations", o.descent.cg_iterations, {.help = "gradient_cg: or after so many steps", .minimum = 0});
  f("regenerate", o.regenerate,
    {.help = "gradient_cg: new random points in every outer iteration, if points.layout is random"});
}

template <class F>
void fields(F& f, SweepOptions& o) {
  f("key", o.key, {.help = "a key of this configuration, such as points.seed; none for the name s in formulas"});
  f("from", o.from, {.help = "its first value"});
  f("to", o.to, {.help = "its last value"});
  f("count", o.count,
    {.help = "values, at equal distances: one network each, all trained as one batch",
     .minimum = 2,
     .maximum = 1 << 20});
}

template <class F>
void fields(F& f, EstimateOptions& o) {
  f("sensors", o.sensors, {.help = "measurements as (sensors, dimension + 1), .npy or .csv: x and u"});
  f("lower", o.lower, {.help = "the unknown lies above it"});
  f("upper", o.upper, {.help = "and below it"});
}

template <class F>
void fields(F& f, PoissonOutputOptions& o) {
  f("directory", o.directory, {.help = "folder of the results"});
  f("grid", o.grid, {.help = "points along the longest side in field.vti; 0 for none", .minimum = 0, .maximum = 2048});
  f("checkpoint_seconds", o.checkpoint_seconds,
    {.help = "time between checkpoints, for --resume; 0 after every iteration", .unit = "s", .minimum = 0});
}

template <class F>
void fields(F& f, PoissonConfig& o) {
  f("driver", o.driver, {.help = "the executable this configuration is for"});
  f("problem", o.problem, {.help = "equation and boundary conditions"});
  f("domain", o.domain, {.help = "where it holds"});
  f("points", o.points, {.help = "where the network has to satisfy it"});
  f("network", o.network, {.help = "the radial basis functions that training starts from"});
  f("training", o.training, {.help = "how the network is fitted"});
  f("sweep", o.sweep, {.help = "many networks at once"});
  f("estimate", o.estimate, {.help = "the unknown constant s in formulas, from sensors"});
  f("output", o.output, {.help = "what is written, and where"});
}

}  // namespace kolibri::drivers
